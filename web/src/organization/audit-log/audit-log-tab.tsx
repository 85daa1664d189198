import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { createTelephonyClient } from '../../api/telephony-api.ts'
import { AuditPage } from '../../audit/audit-page.tsx'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { auditTexts } from '../../texts/audit-texts.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'

/** The audit log of the chat, and that of the phones for their owner. */
export function AuditLogTab() {
  const people = useChat((state) => state.people)
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.phonesOfReader,
    queryFn: loadPhonesOfReader,
  })
  // The owner reads the log as themselves, also while they act as somebody else on the pages of the phones.
  const phones = useMemo(
    () =>
      data?.isOwner
        ? createTelephonyClient({ kind: 'session', csrfToken: '', userId: undefined })
        : undefined,
    [data?.isOwner],
  )
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <LoadingState />
  return (
    <AuditPage
      chat
      phones={phones}
      queryKey={chatKeys.auditLog}
      actor={{
        kind: 'select',
        options: [
          { value: null, text: auditTexts.everybody },
          ...[...people.values()]
            .sort((one, other) => one.full_name.localeCompare(other.full_name))
            .map(({ user_id, full_name }) => ({ value: String(user_id), text: full_name })),
        ],
      }}
      actorIds={(chosen) => ({ chat: Number(chosen), phones: data.phoneUsers.get(Number(chosen)) })}
    />
  )
}

/** Whether the reader owns the phones, and the phone users of accounts. */
async function loadPhonesOfReader({ signal }: { signal: AbortSignal }) {
  const { phone_role: role } = await callChat('GET /workspace', {}, { signal })
  if (role !== 'owner') return { isOwner: false, phoneUsers: new Map<number, string>() }
  const { phone_users: users } = await callChat('GET /workspace/phone_users', {}, { signal })
  const known = users.flatMap(({ user_id, phone_user_id: id }): [number, string][] =>
    id === null ? [] : [[user_id, id]],
  )
  return { isOwner: true, phoneUsers: new Map(known) }
}
