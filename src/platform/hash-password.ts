import { hash } from '@node-rs/argon2'

export const PASSWORD_MIN_LENGTH = 8

/** Argon2id with the costs that OWASP recommends (19 MiB, 2 passes, 1 lane); the text names them. */
export function hashPassword(password: string): Promise<string> {
  // 2 is Argon2id: the package's constant enum cannot be imported into isolated modules.
  return hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
