import { checkFullName } from './create-user.ts'

const MAX_NAME_LENGTH = 100

/** The name that a provider or directory has for a person, without what names must not contain. */
export function acceptableName(name: string | undefined, email: string): string {
  const allowed = (name ?? '').replaceAll(/[*`\\>"@|\s\p{Cc}]+/gu, ' ').trim()
  const short = [...allowed].slice(0, MAX_NAME_LENGTH).join('').trim()
  const local = email.split('@')[0]!
  return [short, local].find((one) => isAcceptable(() => checkFullName(one))) ?? 'New member'
}

export function isAcceptable(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
