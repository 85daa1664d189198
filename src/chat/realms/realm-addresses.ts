import { avatarUrl } from '../users/avatar.ts'
import type { Realm } from './realm.ts'

/** Where the organization's people find it: its own host, at the port and scheme of the server. */
export function realmUri(publicUrl: string, realm: Realm): string {
  if (realm.host === '') return publicUrl
  const url = new URL(publicUrl)
  url.hostname = realm.host
  return url.toString().replace(/\/$/, '')
}

/** Drawn from the name, like the pictures of people. */
export function realmIconUrl(publicUrl: string, realm: Realm): string {
  return avatarUrl(publicUrl, { avatar_url: null, full_name: realm.name, email_key: `realm-${realm.id}` })
}
