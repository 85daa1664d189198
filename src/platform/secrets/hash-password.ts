import { hash, verify } from '@node-rs/argon2'

export const PASSWORD_MIN_LENGTH = 8

/** Argon2id with the parameters that OWASP recommends (19 MiB, 2 passes, 1 lane). The hash includes them. */
export function hashPassword(password: string): Promise<string> {
  // 2 is Argon2id: the package's const enum cannot be imported into isolated modules.
  return hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** The hash of an unknown text, to compare with when an account has no password. */
const UNKNOWN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RWVkQseJdilyVlOcLd02eg$IbqOz9oauqarqWXeupg1M3a0xG2OPK9sQMkULsYIRNg'

/** Takes as long without a password, or without an account (null), as for a wrong password. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? UNKNOWN_HASH, password)
  return matches && passwordHash !== null
}
