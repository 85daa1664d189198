import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Keeps keys findable but unreadable: a keyed hash for look-ups, encryption for values that must be returned. */
export interface Secrets {
  /**
   * The same for the same value: for look-ups of keys that the database must not reveal. It does not change when the
   * secret key is rotated, since only the hashes of sessions and some API keys are stored.
   */
  hash(value: string): string
  /** Proves that this server made a text; no longer valid after a rotation of the secret key. */
  sign(text: string): string
  encrypt(text: string): string
  decrypt(sealed: string): string
  /** Shows whether two processes have the same master key, and nothing else about it. */
  readonly fingerprint: string
  /** the key of `hash`, to be kept with the next secret key */
  readonly lookUpKey: string
}

/** `lookUpKey`: from an earlier master key; undefined: derived from this one. */
export function createSecrets(master: Buffer, lookUpKey?: string): Secrets {
  // Several keys from one, so that no use weakens another.
  const signKey = Buffer.from(hkdfSync('sha256', master, '', 'switchboard hash', 32)).toString('hex')
  const hashKey = lookUpKey ?? signKey
  const sealKey = Buffer.from(hkdfSync('sha256', master, '', 'switchboard seal', 32))
  return {
    fingerprint: createHmac('sha256', master).update('switchboard master key').digest('base64url'),
    // Key, value, key: a keyed hash in one call, several times as fast as an Hmac object. Every request needs it.
    hash: (value) => hash('sha256', hashKey + value + hashKey, 'base64url'),
    sign: (text) => hash('sha256', signKey + text + signKey, 'base64url'),
    lookUpKey: hashKey,
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** An unguessable token of 43 characters that are safe in URLs and cookies. */
export const generateToken = () => randomBytes(32).toString('base64url')

export const isToken = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Compares in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const keyAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 32 letters and digits: the format that clients of this API family expect. */
export function generateApiKey(): string {
  let key = ''
  while (key.length < 32) {
    for (const byte of randomBytes(40)) {
      // 248 = 4 * 62: higher bytes would favour the first letters.
      if (byte < 248 && key.length < 32) key += keyAlphabet[byte % 62]
    }
  }
  return key
}

export const masterKeyFile = (dataDir: string) => join(dataDir, 'secret.key')

export const hasMasterKey = (dataDir: string) => existsSync(masterKeyFile(dataDir))

/** The master key: from the environment, or generated once and kept beside the data. */
export function loadMasterKey(given: string | undefined, dataDir: string): Buffer {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const path = masterKeyFile(dataDir)
  if (!existsSync(path)) makeMasterKey(path)
  return readMasterKey(path)
}

export function readMasterKey(path: string): Buffer {
  const key = readFileSync(path, 'utf8').trim()
  // A shorter key would work too, and make all stored keys easy to crack.
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new Error(`${path} does not hold 64 hexadecimal digits`)
  return Buffer.from(key, 'hex')
}

/** If two processes start at once, the first one's key wins, and nobody reads half of it. */
function makeMasterKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
