import { type Config, ConfigError } from '../config.ts'
import type { AsteriskParameters } from '../telephony/phones/pbx/asterisk/asterisk-parameters.ts'
import { formatAddress } from '../telephony/phones/pbx/asterisk/format-address.ts'
import { preparePhoneDatabase } from '../telephony/phones/pbx/asterisk/prepare-phone-database.ts'
import { writeAsteriskConfiguration } from '../telephony/phones/pbx/asterisk/write-asterisk-configuration.ts'
import { chooseAsteriskParameters } from './choose-asterisk-parameters.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

export const asteriskCommand = command({
  usage: [
    '--write FOLDER [--number NUMBER] [--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE [--wss]]',
    '[--provider-ca FILE]... [--ari ADDRESS:PORT] [--external ADDRESS [--local-net NETWORK]...]',
    '[--rtp-ports FROM-TO] [--fax-ports FROM-TO]',
  ].join('\n         '),
  arguments: [],
  options: {
    write: { type: 'string' },
    number: { type: 'string' },
    listen: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    wss: { type: 'boolean' },
    'provider-ca': { type: 'string', multiple: true },
    ari: { type: 'string' },
    external: { type: 'string' },
    'local-net': { type: 'string', multiple: true },
    'rtp-ports': { type: 'string' },
    'fax-ports': { type: 'string' },
  },
  async run({ values }, config) {
    const { write } = values
    if (write === undefined) throw new UsageMistake('Name the folder with --write.')
    const number = readNumber(values.number)
    const parameters = chooseAsteriskParameters(config, number, values)
    try {
      const path = writeAsteriskConfiguration(write, parameters)
      await preparePhoneDatabase(parameters.databaseUrl)
      const start = `Wrote ${path}. Start it with: asterisk -f -C ${path}`
      console.log([start, ...settings(config, number, parameters)].join('\n'))
    } catch (error) {
      throw new ConfigError((error as Error).message)
    }
  },
})

/** Of which Asterisk, as the settings number them. */
function readNumber(text = '1'): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageMistake('--number must be a whole number from 1 to 99.')
  return Number(text)
}

/** The settings with which the server finds Asterisk. */
function settings({ telephony }: Config, number: number, parameters: AsteriskParameters): string[] {
  const { databaseUrl, http, user, password, sip, nat } = parameters
  const name = number === 1 ? 'ASTERISK' : `ASTERISK_${number}`
  const known = telephony.asterisks.find((one) => one.number === number)
  const url = `http://${user}:${password}@${formatAddress(http.host, http.port)}`
  return [
    'Settings of the server:',
    `  ${name}_URL=${known?.url ?? url}`,
    `  ${name}_DATABASE_URL=${databaseUrl.replace(/:[^:@/]+@/, ':...@')}`,
    `  ${number === 1 ? '' : `${name}_`}SIP_PROXY=${formatAddress(nat?.external ?? sip.host, sip.port)}`,
  ]
}
