import type { BlockedNumber, Contact, NewBlockedNumber } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, PhoneOff, Plus, Trash2 } from 'lucide-react'
import type { TelephonyInput } from '../../api/telephony-api.ts'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import type { FilterValues, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { loadUsers, userName } from '../users/known-users.ts'

const PER_PAGE = 50

const actions = ['busy', 'reject', 'voicemail'] as const

interface ListedNumber extends BlockedNumber {
  whose: string
}

/** Who outside may not call: for managers the lists of the company and of everybody, for others their own. */
export function BlockedPage() {
  const { client, mayManage, user } = usePortal()
  const whose = (id: string | null, other: Contact | undefined) => {
    if (id === null) return p.blocked.company
    if (id === user.id) return p.blocked.me
    return other ? userName(other) : p.blocked.another
  }
  const resource: Resource<ListedNumber, NewBlockedNumber> = {
    title: p.blocked.title,
    intro: p.blocked.intro,
    pages: {
      key: portalKeys.blocked.pages,
      async load({ page, values, signal }) {
        const input = { ...queryOf(values, user.id), page, page_size: PER_PAGE }
        const found = await client.page('GET /blocked-numbers', input, { signal })
        const owners = await loadUsers(
          client,
          found.items.map((one) => one.user_id),
          signal,
        )
        const listed = (one: BlockedNumber) => ({
          ...one,
          whose: whose(one.user_id, owners.get(one.user_id ?? '')),
        })
        return { ...found, items: found.items.map(listed) }
      },
    },
    idOf: ({ id }) => id,
    nameOf: shownNumber,
    filters: [
      { name: 'search', kind: 'search', label: p.blocked.search, maxLength: 50 },
      ...(mayManage
        ? [
            {
              name: 'whose',
              kind: 'select' as const,
              label: p.blocked.forWhom,
              options: [
                { value: null, text: p.blocked.everybody },
                { value: 'me', text: p.blocked.me },
                { value: 'company', text: p.blocked.company },
              ],
            },
          ]
        : []),
    ],
    empty: { icon: <PhoneOff />, title: p.blocked.none, hint: p.blocked.noneHint },
    noMatch: () => ({ icon: <PhoneOff />, title: p.blocked.nothingFound }),
    columns: [
      {
        heading: p.blocked.number,
        cell: (one, open) => (
          <RowButton aria-label={p.blocked.edit(shownNumber(one))} onClick={() => open('edit')}>
            {shownNumber(one)}
          </RowButton>
        ),
      },
      { heading: p.blocked.action, labelled: true, cell: ({ action }) => p.blocked.actions[action] },
      ...(mayManage
        ? [{ heading: p.blocked.forWhom, labelled: true, cell: (one: ListedNumber) => one.whose }]
        : []),
      { heading: p.blocked.note, cell: ({ note }) => note },
    ],
    actions: (one, open) => [
      [
        { label: p.blocked.edit(shownNumber(one)), icon: <Pencil />, onChoose: () => open('edit') },
        { label: p.blocked.remove(shownNumber(one)), icon: <Trash2 />, onChoose: () => open('delete') },
      ],
    ],
    menu: shownNumber,
    create: { label: p.blocked.add, icon: <Plus /> },
    form: {
      title: (one) => (one ? p.blocked.edit(shownNumber(one)) : p.blocked.add),
      size: 'small',
      fields: (_, one) => [
        ...(one
          ? []
          : [
              {
                at: '/number' as const,
                label: p.blocked.number,
                hint: p.blocked.numberHint,
                type: 'tel' as const,
                required: true,
                trim: true,
              },
              { kind: 'check' as const, at: '/is_prefix' as const, label: p.blocked.isPrefix },
            ]),
        ...(one || !mayManage
          ? []
          : [{ kind: 'check' as const, at: '/for_company' as const, label: p.blocked.forCompany }]),
        {
          kind: 'select',
          at: '/action',
          label: p.blocked.action,
          options: actions.map((value) => ({ value, text: p.blocked.actions[value] })),
        },
        { at: '/note', label: p.blocked.note, maxLength: 200 },
      ],
      create: {
        fresh: { number: '', is_prefix: false, for_company: false, action: 'busy', note: '' },
        save: (input) => client.call('POST /blocked-numbers', {}, input),
      },
      change: {
        storedOf: ({ number, action, note }) => ({ number, action, note }),
        save: ({ id }, { action, note }) =>
          client.call(
            'PATCH /blocked-numbers/{blocked_number_id}',
            { blocked_number_id: id },
            { ...(action && { action }), ...(note !== undefined && { note }) },
          ),
      },
    },
    remove: {
      title: (one) => p.blocked.removeTitle(shownNumber(one)),
      text: () => p.blocked.removeText,
      confirm: p.blocked.removeConfirm,
      run: ({ id }) => client.call('DELETE /blocked-numbers/{blocked_number_id}', { blocked_number_id: id }),
    },
    above: (
      <>
        <ScreeningCard title={p.blocked.screening} path="/call-screening" />
        {mayManage && <ScreeningCard title={p.blocked.companyScreening} path="/company/call-screening" />}
      </>
    ),
  }
  return <ResourceList resource={resource} />
}

const shownNumber = ({ number, is_prefix: isPrefix }: BlockedNumber) =>
  isPrefix ? p.blocked.prefix(number) : showNumber(number)

function queryOf(
  { search = '', whose }: FilterValues,
  userId: string,
): TelephonyInput<'GET /blocked-numbers'> {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(whose && { user: whose === 'me' ? userId : 'company' }),
  }
}

interface ScreeningCardProps {
  title: string
  /** of the user, or of the company */
  path: '/call-screening' | '/company/call-screening'
}

/** How callers from outside are treated. */
function ScreeningCard({ title, path }: ScreeningCardProps) {
  const { client } = usePortal()
  const screening = useQuery({
    queryKey: portalKeys.blocked.screening(path),
    queryFn: ({ signal }) => client.call(`GET ${path}`, {}, undefined, { signal }),
  })
  return (
    <Card title={title}>
      {screening.error !== null && <ErrorState error={screening.error} onRetry={screening.refetch} />}
      {screening.isFetching && !screening.data && <LoadingState />}
      {screening.data && <ScreeningForm stored={screening.data} path={path} />}
    </Card>
  )
}

interface Screening {
  reject_anonymous: boolean
  screen_unknown: boolean
}

function ScreeningForm({ stored, path }: { stored: Screening } & Pick<ScreeningCardProps, 'path'>) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const draft = useDraft({
    stored,
    async save(patch) {
      queries.setQueryData(portalKeys.blocked.screening(path), await client.call(`PATCH ${path}`, {}, patch))
      showToast(t.ui.saved)
    },
  })
  return (
    <DraftForm draft={draft}>
      <DraftFields
        draft={draft}
        fields={[
          { kind: 'switch', at: '/reject_anonymous', label: p.blocked.rejectAnonymous },
          {
            kind: 'switch',
            at: '/screen_unknown',
            label: p.blocked.screenUnknown,
            hint: p.blocked.screenUnknownHint,
          },
        ]}
      />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}
