import type { Contact, TextingNumber } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowButton, Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { CarrierPanel } from '../carrier/carrier-panel.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from '../texting/texting-page.module.css'
import { userName, useUsers } from '../users/use-users.ts'

/** The texting numbers and the users they are assigned to. Only the owner can assign them. */
export function TextingNumbers() {
  const { client, mayManage, role } = usePortal()
  const numbers = useQuery({
    queryKey: portalKeys.textingNumbers,
    queryFn: ({ signal }) => client.call('GET /texting/v2/numbers', {}, undefined, { signal }),
  })
  const users = useUsers()
  const [search, setSearch] = useState('')
  const [assigning, setAssigning] = useState<TextingNumber>()
  const error = numbers.error ?? users.error
  function namesOf({ users: ids }: TextingNumber): string {
    const names = users.data?.filter(({ id }) => ids.includes(id)).map(userName) ?? []
    return names.length > 0 ? names.join(', ') : p.texting.nobody
  }
  const found = numbers.data?.filter((number) => matches(search, number.number, namesOf(number))) ?? []
  return (
    <div className={styles.pane}>
      {role === 'owner' && <CarrierPanel numbers={numbers.data?.map(({ number }) => number) ?? []} />}
      <p className={styles.intro}>{p.texting.numbersIntro}</p>
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => {
            void numbers.refetch()
            void users.refetch()
          }}
        />
      )}
      {error === null && (!numbers.data || !users.data) && <LoadingState />}
      {numbers.data?.length === 0 && (
        <EmptyState title={p.texting.noNumbers}>{p.texting.noNumbersHint}</EmptyState>
      )}
      {numbers.data && users.data && numbers.data.length > 0 && (
        <>
          <div className={styles.search}>
            <TextField
              label={p.texting.searchNumbers}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          {found.length === 0 && (
            <EmptyState title={p.texting.nothingFound}>
              {p.texting.nothingFoundHint(search.trim())}
            </EmptyState>
          )}
        </>
      )}
      {users.data && found.length > 0 && (
        <Table
          label={p.texting.numbers}
          headings={[p.texting.number, p.texting.assignedTo, ...(mayManage ? [''] : [])]}
        >
          {found.map((number) => (
            <tr key={number.number}>
              <td>
                {mayManage ? (
                  <RowButton onClick={() => setAssigning(number)}>{showNumber(number.number)}</RowButton>
                ) : (
                  showNumber(number.number)
                )}
              </td>
              <td>{namesOf(number)}</td>
              {mayManage && (
                <td>
                  <div className={styles.actions}>
                    <IconButton
                      label={p.texting.assign(showNumber(number.number))}
                      onClick={() => setAssigning(number)}
                    >
                      <UserRoundPen />
                    </IconButton>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {assigning && users.data && (
        <AssignNumberDialog
          number={assigning}
          users={users.data}
          onClose={() => setAssigning(undefined)}
          onSaved={numbers.refetch}
        />
      )}
    </div>
  )
}

/** Any part of the number, however it is written, or of a name. */
function matches(search: string, number: string, names: string): boolean {
  const words = search.trim().toLowerCase()
  const digits = words.replace(/[\s()+.-]/g, '')
  const isNumber = digits !== '' && /^\d+$/.test(digits)
  return isNumber ? number.includes(digits) : names.toLowerCase().includes(words)
}

interface AssignNumberDialogProps {
  number: TextingNumber
  users: readonly Contact[]
  onClose: () => void
  onSaved: () => void
}

function AssignNumberDialog({ number, users, onClose, onSaved }: AssignNumberDialogProps) {
  const { client } = usePortal()
  const [chosen, setChosen] = useState<readonly string[]>(number.users)
  const submit = useSubmit()
  async function save() {
    const done = await submit.run(() =>
      client.call('PUT /texting/v2/numbers/{number}', { number: number.number }, { users: [...chosen] }),
    )
    if (!done) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={p.texting.assignTitle(showNumber(number.number))}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" busy={submit.busy} onClick={() => void save()}>
            {t.ui.save}
          </Button>
        </>
      }
    >
      <p>{p.texting.assignHint}</p>
      {users.map((user) => (
        <CheckField
          key={user.id}
          label={userName(user)}
          checked={chosen.includes(user.id)}
          onChange={(event) =>
            setChosen(event.target.checked ? [...chosen, user.id] : chosen.filter((id) => id !== user.id))
          }
        />
      ))}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </Dialog>
  )
}
