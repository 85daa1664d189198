import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { messageOf } from '../../api/api-failure.ts'
import { Notice } from '../../ui/notice.tsx'

type Complaint = [email: string, reason: string, deactivated: boolean]

function complaintsOf(error: unknown): Complaint[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) return []
  return error.details.errors as Complaint[]
}

/** The addresses that were refused. */
export const inviteFaults = (error: unknown): string[] => complaintsOf(error).map(([email]) => email)

/** Why nobody was invited, or which addresses failed. */
export function InviteFailure({ error }: { error: unknown }) {
  const complaints = complaintsOf(error)
  return (
    <Notice look="danger">
      <p>{messageOf(error)}</p>
      <ul>
        {complaints.map(([email, reason]) => (
          <li key={email}>
            {email}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
