import type { User } from './user.ts'

/** The address of the uploaded picture, or of one generated from the name. */
export function avatarUrl(
  publicUrl: string,
  user: Pick<User, 'avatar_url' | 'full_name' | 'email_key'>,
): string {
  if (user.avatar_url !== null) return user.avatar_url
  let path = drawnPaths.get(user)
  if (path === undefined) {
    path = `/avatars/initials/${initials(user.full_name)}-${hue(user.email_key)}.svg`
    drawnPaths.set(user, path)
  }
  return publicUrl + path
}

/** The larger size; generated pictures scale. */
export function mediumAvatarUrl(publicUrl: string, user: Parameters<typeof avatarUrl>[1]): string {
  return avatarUrl(publicUrl, user).replace(/^(\/user_avatars\/.+)\.png(?=\?|$)/, '$1-medium.png')
}

/** Computed for every message of a person, so cached. */
const drawnPaths = new WeakMap<object, string>()

/** Grows with each picture that replaces another. Clients of this family keep pictures by it. */
export const avatarVersion = ({ avatar_url: url }: Pick<User, 'avatar_url'>) =>
  Number(/version=(\d{1,9})$/.exec(url ?? '')?.[1] ?? 1)

export const hasDefaultAvatar = (user: Pick<User, 'avatar_url'>) => user.avatar_url === null

/** The address contains everything needed to draw the picture, so it needs no lookup and reveals no accounts. */
export function drawInitials(letters: string, hueDegrees: number): string {
  const safe = letters.replace(/[^\p{L}\p{N}]/gu, '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img" aria-label="${safe}">` +
    `<rect width="100" height="100" fill="hsl(${hueDegrees} 45% 42%)"/>` +
    `<text x="50" y="50" dy=".36em" text-anchor="middle" fill="#fff" font-family="system-ui, sans-serif" ` +
    `font-size="42" font-weight="600">${safe}</text></svg>`
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const letters = picked.map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter))!)
  return encodeURIComponent(letters.join('').toUpperCase() || '0')
}

/** Derived from the email address, so it stays the same when the name changes. */
function hue(emailKey: string): number {
  let sum = 7
  for (let index = 0; index < emailKey.length; index += 1)
    sum = (sum * 31 + emailKey.charCodeAt(index)) % 65_521
  return sum % 360
}
