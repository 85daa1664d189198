import { hash, verify } from '@node-rs/argon2'

export const PASSWORD_MIN_LENGTH = 8

/** Argon2id with the costs that OWASP recommends (19 MiB, 2 passes, 1 lane); the text names them. */
export function hashPassword(password: string): Promise<string> {
  // 2 is Argon2id: the package's constant enum cannot be imported into isolated modules.
  return hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Of a text that nobody knows: what a password is compared with where there is none. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$RWVkQseJdilyVlOcLd02eg$IbqOz9oauqarqWXeupg1M3a0xG2OPK9sQMkULsYIRNg'

/** Takes as long for an account without a password, or for none at all (null), as for a wrong password. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && passwordHash !== null
}
