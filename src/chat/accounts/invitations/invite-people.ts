import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { checkEmail } from '../create-user.ts'
import { isOutsideDomains } from '../domains/check-email-domain.ts'
import { queueMail, sendsMail } from '../mails/queue-mail.ts'
import { addInvite, checkTerms, type InviteTerms } from './create-invite.ts'
import { invitesChanged } from './invite-events.ts'
import { aboutInvite, composeInvitation } from './invite-mail.ts'
import { countInvitesSince } from './invite-store.ts'

const AT_ONCE = 100
/** For the whole organization, so that a stolen account cannot send mass mail. */
const PER_DAY = 500

/** The link that the inviter passes on, because the server sends no mail. */
export interface InviteeLink {
  email: string
  link: string
}

/**
 * Invites by mail; without a mail server, returns the links. Skips people who already have an account, and lists them in
 * an error after the others were invited.
 */
export async function invitePeople(
  chat: ChatPlatform,
  actor: Actor,
  inviteeEmails: string,
  terms: InviteTerms,
): Promise<InviteeLink[] | undefined> {
  const emails = readInviteeEmails(inviteeEmails)
  const { skipped, links } = await chat.transact(actor.realm.id, async (transaction) => {
    await checkTerms(chat, transaction, actor, terms)
    await checkInvitees(chat, transaction, actor, emails)
    const known = await listAccounts(transaction.db, actor.realm.id, emails)
    const knownEmails = new Set(known.map(([email]) => email))
    const invited = emails.filter((email) => !knownEmails.has(email))
    if (invited.length === 0) throw invitationFailed("We weren't able to invite anyone.", known)
    const links: InviteeLink[] = []
    for (const email of invited) {
      const { invite, link } = await addInvite(chat, transaction, actor, terms, email)
      const mail = composeInvitation(actor.realm, actor.user, invite, link)
      await queueMail(chat, transaction, actor.realm, mail, aboutInvite(invite))
      links.push({ email, link })
    }
    transaction.announce(invitesChanged(actor.user.id))
    return { skipped: known, links: sendsMail(chat) ? undefined : links }
  })
  if (skipped.length > 0) {
    throw invitationFailed(
      'Some of those addresses are already using Switchboard, so no invitation was sent to them. Everybody else was invited.',
      skipped,
      { sent: true, links },
    )
  }
  return links
}

async function checkInvitees(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm }: Actor,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) throw badRequest('You must specify at least one email address.')
  if (emails.length > AT_ONCE) throw badRequest(`You can invite at most ${AT_ONCE} people at once.`)
  const invalid = await listInvalid(transaction.db, realm, emails)
  if (invalid.length > 0) {
    throw invitationFailed("Some emails did not validate, so we didn't send any invitations.", invalid)
  }
  const sent = await countInvitesSince(transaction.db, realm.id, secondsOf(chat.clock) - 86_400)
  if (sent + emails.length > PER_DAY) {
    throw invitationFailed('The organization has sent too many invitations today. Try again tomorrow.', [], {
      dailyLimitReached: true,
    })
  }
}

/** The address, why it was not invited, and whether its account is deactivated. */
type InviteeComplaint = [email: string, reason: string, deactivated: boolean]

/** Parses addresses separated by commas or line breaks, plain or as `Name <address>`, without duplicates. */
function readInviteeEmails(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const part of text.split(/[,\n]/)) {
    const email = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim()
    const key = email.toLowerCase()
    if (key !== '' && !byKey.has(key)) byKey.set(key, email)
  }
  return [...byKey.values()]
}

/** The addresses that cannot be invited. */
async function listInvalid(db: Db, realm: Realm, emails: readonly string[]): Promise<InviteeComplaint[]> {
  const complaints: InviteeComplaint[] = []
  for (const email of emails) {
    if (!isEmail(email)) complaints.push([email, 'Invalid address.', false])
    else if (await isOutsideDomains(db, realm, email)) complaints.push([email, 'Outside your domain.', false])
  }
  return complaints
}

/** The addresses that already have an account. */
async function listAccounts(db: Db, realmId: number, emails: readonly string[]): Promise<InviteeComplaint[]> {
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

const invitationFailed = (
  message: string,
  errors: readonly InviteeComplaint[],
  rest: { sent?: boolean; dailyLimitReached?: boolean; links?: InviteeLink[] | undefined } = {},
) =>
  new ChatError(message, {
    code: 'INVITATION_FAILED',
    extra: {
      errors,
      sent_invitations: rest.sent ?? false,
      license_limit_reached: false,
      daily_limit_reached: rest.dailyLimitReached ?? false,
      ...(rest.links && { invite_links: rest.links }),
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
