import { avatarUrl } from '../users/avatar.ts'
import type { Realm } from './realm.ts'

/** Where the organization's people find it: its own host, at the port and scheme of the server. */
export function realmUri(publicUrl: string, realm: Realm): string {
  if (realm.host === '') return publicUrl
  const url = new URL(publicUrl)
  url.hostname = realm.host
  return url.toString().replace(/\/$/, '')
}

/** What the addresses of the organization's bots end with. */
export function realmBotDomain(publicUrl: string, realm: Realm): string {
  return realm.host || new URL(publicUrl).hostname
}

/** Its own, or one drawn from the name, like the pictures of people. */
export function realmIconUrl(publicUrl: string, realm: Realm): string {
  const { id, name, icon_url: url } = realm
  return avatarUrl(publicUrl, { avatar_url: url, full_name: name, email_key: `realm-${id}` })
}

/** Uploaded or generated, as with the pictures of people. */
export const realmIconSource = (realm: Realm) => (realm.icon_url === null ? 'G' : 'U')
