import { ChatError } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { checkEmail } from '../create-user.ts'
import { isOutsideDomains } from '../domains/check-email-domain.ts'

/** The address, why it was not invited, and whether its account is deactivated. */
export type InviteeComplaint = [email: string, reason: string, deactivated: boolean]

/** Parses addresses separated by commas or line breaks, plain or as `Name <address>`, without duplicates. */
export function readInviteeEmails(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of text.split(/[,\n]/)) {
    const email = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim()
    const key = email.toLowerCase()
    if (key !== '' && !byKey.has(key)) byKey.set(key, email)
  }
  return [...byKey.values()]
}

/** The addresses that cannot be invited. */
export async function listInvalid(
  db: Db,
  realm: Realm,
  emails: readonly string[],
): Promise<InviteeComplaint[]> {
  const complaints: InviteeComplaint[] = []
  for (const email of emails) {
    if (!isEmail(email)) complaints.push([email, 'Invalid address.', false])
    else if (await isOutsideDomains(db, realm, email)) complaints.push([email, 'Outside your domain.', false])
  }
  return complaints
}

/** The addresses that already have an account. */
export async function listAccounts(
  db: Db,
  realmId: number,
  emails: readonly string[],
): Promise<InviteeComplaint[]> {
  const complaints: InviteeComplaint[] = []
  for (const email of emails) {
    const user = await findUserByEmail(db, realmId, email)
    if (!user) continue
    complaints.push(
      user.is_active
        ? [email, 'Already has an account.', false]
        : [email, 'Account has been deactivated.', true],
    )
  }
  return complaints
}

export const invitationFailed = (
  message: string,
  errors: readonly InviteeComplaint[],
  rest: { sent?: boolean; dailyLimitReached?: boolean } = {},
) =>
  new ChatError(message, {
    code: 'INVITATION_FAILED',
    extra: {
      errors,
      sent_invitations: rest.sent ?? false,
      license_limit_reached: false,
      daily_limit_reached: rest.dailyLimitReached ?? false,
    },
  })

function isEmail(text: string): boolean {
  try {
    checkEmail(text)
    return true
  } catch {
    return false
  }
}
