import { createLogger } from '../platform/logging/log.ts'
import { newKeyFile, readNewKeyText } from '../platform/secrets/new-master-key.ts'
import { command } from './command.ts'

export const rotateSecretKeyCommand = command({
  usage: '[--print-key]',
  arguments: [],
  options: { 'print-key': { type: 'boolean' } },
  async run({ values }, config) {
    const { rotateSecretKey } = await import('../server/maintenance/rotate-secret-key.ts')
    const { chat, telephony } = await rotateSecretKey(config, createLogger(config.logLevel))
    console.log(`The new key encrypts ${chat} chat secrets and ${telephony} telephony secrets.`)
    const { dataDir, secretKey } = config
    if (secretKey === undefined) {
      console.log(
        `It is in DATA_DIR ${dataDir}: keep a copy of secret.key in another place. Start the server.`,
      )
      return
    }
    console.log(
      values['print-key']
        ? `The new SECRET_KEY: ${readNewKeyText(dataDir)}`
        : `The new SECRET_KEY is in ${newKeyFile(dataDir)}.`,
    )
    console.log('Set it on all servers, delete that file, then start them.')
  },
})
