import { readableTime } from '../../../platform/clock.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import type { PlainMail } from '../mails/queue-mail.ts'
import type { InvitesTable } from './invites-table.ts'

/** Identifies the mails of an invitation, to cancel them. */
export const aboutInvite = ({ id }: InvitesTable) => `invitation ${id}`

export function composeInvitation(
  realm: Realm,
  inviter: User,
  invite: InvitesTable,
  link: string,
): PlainMail {
  const until =
    invite.expires_at === null ? [] : [`The link expires on ${readableTime(invite.expires_at * 1000)}.`, '']
  return {
    to: [invite.email!],
    subject: oneLine(`${inviter.full_name} has invited you to join ${realm.name}`),
    text: [
      'Hello,',
      '',
      `${inviter.full_name} (${inviter.email}) has invited you to join ${realm.name} on Switchboard, where the team writes and phones.`,
      '',
      oneLine(`Join ${realm.name}:`),
      link,
      '',
      ...until,
      'If you do not know the sender, ignore this email.',
      '',
    ].join('\n'),
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
