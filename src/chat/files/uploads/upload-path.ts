import { randomBytes } from 'node:crypto'
import { trimBoth } from '../../../platform/trim-characters.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'

const MAX_NAME_LENGTH = 100
const MAX_ENDING_LENGTH = 16

export const newToken = () => randomBytes(16).toString('hex')

/**
 * A URL-safe name: letters and digits of any language, and no characters that end a Markdown link, traverse folders
 * or hide the file.
 */
export function addressName(name: string): string {
  const written = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
  const clean = trimBoth(written, '.-')
  const characters = [...clean]
  if (characters.length === 0) return 'uploaded-file'
  if (characters.length <= MAX_NAME_LENGTH) return clean
  // Keep the file extension.
  const dot = clean.lastIndexOf('.')
  const ending = dot < 0 ? '' : clean.slice(dot)
  const kept = [...ending].length <= MAX_ENDING_LENGTH ? ending : ''
  return characters.slice(0, MAX_NAME_LENGTH - [...kept].length).join('') + kept
}

export const pathId = (realmId: number, token: string, name: string) => `${realmId}/${token}/${name}`

export const uploadAddress = (path: string) => `/user_uploads/${path}`

/** The parts of an upload address, or undefined if it is not one. */
export function readUploadPath(
  realmId: string,
  token: string,
  name: string,
): { realmId: number; token: string; name: string } | undefined {
  if (!/^\d{1,15}$/.test(realmId) || !/^[0-9a-f]{32}$/.test(token) || name.includes('\0')) return undefined
  return { realmId: Number(realmId), token, name }
}

/** Tokens of the organization's own files that rendered Markdown links to, by path or by full address. */
export function linkedTokens(html: string, realm: Realm, publicUrl: string): string[] {
  const own = realmUri(publicUrl, realm)
  const tokens = new Set<string>()
  for (const [, host, realmId, token] of html.matchAll(links)) {
    if ((host === '' || host === own) && Number(realmId) === realm.id) tokens.add(token!)
  }
  return [...tokens]
}

/** Quotes in user text are escaped, so only real links match. */
const links = /\bhref="([^"]*?)\/user_uploads\/(\d{1,15})\/([0-9a-f]{32})\/[^"]*"/g
