import type { TextingNumber } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPen } from 'lucide-react'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { type Draft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { Part } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton } from '../../ui/table.tsx'
import { CarrierPanel } from '../carrier/carrier-panel.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { userName, useUsers } from '../users/known-users.ts'
import { UserList } from '../users/user-picker.tsx'

/** The texting numbers and the users they are assigned to. Only the owner can assign them. */
export function TextingNumbers() {
  const { client, mayManage, role } = usePortal()
  const numbers = useQuery({
    queryKey: portalKeys.textingNumbers,
    queryFn: ({ signal }) => client.call('GET /texting/v2/numbers', {}, undefined, { signal }),
  })
  const all = (numbers.data ?? []).flatMap(({ users: ids }) => ids)
  const users = useUsers(all)
  const areNamed = all.length === 0 || users.data !== undefined
  function namesOf({ users: ids }: TextingNumber): string {
    const names = ids.flatMap((id) => {
      const user = users.data?.get(id)
      return user ? userName(user) : []
    })
    return names.length > 0 ? names.join(', ') : p.texting.nobody
  }
  const resource: Resource<TextingNumber, { users: string[] }> = {
    title: p.texting.numbers,
    intro: p.texting.numbersIntro,
    query: numbers,
    idOf: ({ number }) => number,
    nameOf: ({ number }) => showNumber(number),
    filters: [{ name: 'search', kind: 'search', label: p.texting.searchNumbers }],
    matches: (number, { search = '' }) => matches(search, number.number, namesOf(number)),
    empty: {
      title: p.texting.noNumbers,
      hint: role === 'owner' ? p.texting.noNumbersOwnerHint : p.texting.noNumbersHint,
    },
    noMatch: ({ search = '' }) => ({
      title: p.texting.nothingFound,
      hint: p.texting.nothingFoundHint(search.trim()),
    }),
    columns: [
      {
        heading: p.texting.number,
        cell: ({ number }, open) =>
          mayManage ? (
            <RowButton onClick={() => open('edit')}>{showNumber(number)}</RowButton>
          ) : (
            showNumber(number)
          ),
      },
      { heading: p.texting.assignedTo, cell: (number) => areNamed && namesOf(number) },
    ],
    ...(mayManage && {
      actions: ({ number }, open) => [
        [
          {
            label: p.texting.assign(showNumber(number)),
            icon: <UserRoundPen />,
            onChoose: () => open('edit'),
          },
        ],
      ],
    }),
    form: {
      title: (number) => p.texting.assignTitle(showNumber(number!.number)),
      size: 'small',
      saved: null,
      fields: [
        {
          kind: 'other',
          key: '/users',
          render: (draft) => <AssignedUsers draft={draft} />,
        },
      ],
      change: {
        storedOf: ({ users: ids }) => ({ users: ids }),
        save: ({ number }, _, assigned) =>
          client.call('PUT /texting/v2/numbers/{number}', { number }, assigned),
      },
    },
  }
  return (
    <>
      {role === 'owner' && <CarrierPanel numbers={numbers.data?.map(({ number }) => number) ?? []} />}
      <ResourceList resource={resource} frame={Part} />
    </>
  )
}

function AssignedUsers({ draft }: { draft: Draft<{ users: string[] }> }) {
  useShown(draft, '/users')
  return (
    <UserList
      label={p.texting.assignedTo}
      hint={p.texting.assignHint}
      error={draft.faultAt('/users')}
      value={draft.value('/users')}
      onChange={(ids) => draft.set('/users', [...ids])}
    />
  )
}

/** Any part of the number, however it is written, or of a name. */
function matches(search: string, number: string, names: string): boolean {
  const words = search.trim().toLowerCase()
  const digits = words.replace(/[\s()+.-]/g, '')
  const isNumber = digits !== '' && /^\d+$/.test(digits)
  return isNumber ? number.includes(digits) : names.toLowerCase().includes(words)
}
