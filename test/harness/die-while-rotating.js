/**
 * Rotates the secret key of the data of a test with the built program, and ends itself as a power cut would: at the given
 * encryption, or before the new key takes the place of the old one. Arguments: a JSON object {config, encryption}.
 */

import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { config, encryption } = JSON.parse(process.argv[2])
const { createCipheriv } = crypto
const { renameSync } = fs
const die = () => process.kill(process.pid, 'SIGKILL')
let encryptions = 0
crypto.createCipheriv = (...args) => {
  encryptions += 1
  if (encryptions === encryption) die()
  return createCipheriv(...args)
}
fs.renameSync = (from, to) => {
  if (encryption === undefined && to.endsWith('secret.key')) die()
  renameSync(from, to)
}
syncBuiltinESMExports()

const { createLogger } = await import('../../dist/platform/logging/log.js')
const { rotateSecretKey } = await import('../../dist/server/maintenance/rotate-secret-key.js')
await rotateSecretKey(config, createLogger('error'))
console.log(`It lived on, with ${encryptions} encryptions.`)
process.exit(1)
