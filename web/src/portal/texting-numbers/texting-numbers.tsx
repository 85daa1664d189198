import { useQuery } from '@tanstack/react-query'
import { UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import type { TextingNumber } from '../../../generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from '../texting/texting-page.module.css'
import { AssignNumberDialog } from './assign-number-dialog.tsx'
import { userName, useUsers } from './use-users.ts'

/** The texting numbers and the users they are assigned to. Only the owner can assign them. */
export function TextingNumbers() {
  const { client, isOwner } = usePortal()
  const numbers = useQuery({
    queryKey: portalKeys.textingNumbers,
    queryFn: ({ signal }) => client.call('GET /texting/v2/numbers', {}, undefined, signal),
  })
  const users = useUsers()
  const [assigning, setAssigning] = useState<TextingNumber>()
  const error = numbers.error ?? users.error
  function namesOf({ users: ids }: TextingNumber): string {
    const names = users.data?.filter(({ id }) => ids.includes(id)).map(userName) ?? []
    return names.length > 0 ? names.join(', ') : p.texting.nobody
  }
  return (
    <div className={styles.pane}>
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
        <Table
          label={p.texting.numbers}
          headings={[p.texting.number, p.texting.assignedTo, ...(isOwner ? [''] : [])]}
        >
          {numbers.data.map((number) => (
            <tr key={number.number}>
              <td>{showNumber(number.number)}</td>
              <td>{namesOf(number)}</td>
              {isOwner && (
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
