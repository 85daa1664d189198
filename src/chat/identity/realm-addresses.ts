import type { Realm } from './realms/realm.ts'
import { avatarUrl } from './users/avatar.ts'

/** The organization's own URL: its host, with the scheme and port of the server. */
export function realmUri(publicUrl: string, realm: Realm): string {
  if (realm.host === '') return publicUrl
  const url = new URL(publicUrl)
  url.hostname = realm.host
  return url.toString().replace(/\/$/, '')
}

/** The domain of the email addresses of the organization's bots. */
export function realmBotDomain(publicUrl: string, realm: Realm): string {
  return realm.host || new URL(publicUrl).hostname
}

/** The uploaded icon, or one generated from the name, like avatars. */
export function realmIconUrl(publicUrl: string, realm: Realm): string {
  const { id, name, icon_url: url } = realm
  return avatarUrl(publicUrl, { avatar_url: url, full_name: name, email_key: `realm-${id}` })
}

/** U: uploaded, G: generated, as with avatars. */
export const realmIconSource = (realm: Realm) => (realm.icon_url === null ? 'G' : 'U')
