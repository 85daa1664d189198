import { isoDate } from '../../../platform/clock.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import type { PlainMail } from '../mails/queue-mail.ts'
import type { InvitesTable } from './invites-table.ts'

/** What the mails of an invitation are known by, to take them back. */
export const aboutInvite = ({ id }: InvitesTable) => `invitation ${id}`

export function composeInvitation(
  realm: Realm,
  inviter: User,
  invite: InvitesTable,
  link: string,
): PlainMail {
  const until =
    invite.expires_at === null ? [] : [`The link works until ${isoDate(invite.expires_at * 1000)}.`, '']
  return {
    to: [invite.email!],
    subject: oneLine(`${inviter.full_name} has invited you to join ${realm.name}`),
    text: [
      `${inviter.full_name} (${inviter.email}) wants you to join ${realm.name} on Switchboard.`,
      '',
      'Choose a name and a password here:',
      '',
      link,
      '',
      ...until,
      'If you do not know what this is about, ignore this mail.',
      '',
    ].join('\n'),
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
