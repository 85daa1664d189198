import { isIP, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { SIP_REALM } from '../../pbx.ts'
import { TRUNK_VARIABLE } from '../ari/ari-channel.ts'
import { asteriskDialplan, CALLS_ALONE, HINTS_FILE } from '../asterisk-dialplan.ts'
import { type PhoneDatabase, readPhoneDatabaseUrl } from '../phones/phone-database-url.ts'
import { SECURITY_EVENTS } from '../security-events.ts'
import { type AsteriskParameters, checkAsteriskParameters } from './asterisk-parameters.ts'
import { asteriskViews } from './asterisk-views.ts'
import { section } from './configuration-section.ts'
import { faxDialplan } from './fax-dialplan.ts'
import { formatAddress } from './format-address.ts'

/** Samples per second of a telephone call. */
const RATE = 8000

const SECONDS = 8

const NOTES_PER_SECOND = 2

/** In hertz, and whole numbers, so that the end fits the beginning. */
const drone = [262, 392]

const melody = [262, 330, 392, 523, 330, 392, 494, 330, 294, 392, 494, 392, 262, 330, 392, 523]

/** Of 32,767. */
const [DRONE_LOUDNESS, MELODY_LOUDNESS] = [1400, 2200]

/** Not used, and best not running: other protocols, other configuration engines, other voicemail. */
const unwantedModules = [
  'app_adsiprog',
  'app_agent_pool',
  'app_alarmreceiver',
  'app_amd',
  'app_confbridge',
  'app_festival',
  'app_followme',
  'app_getcpeid',
  'app_page',
  'app_queue',
  'app_voicemail',
  'app_voicemail_imap',
  'app_voicemail_odbc',
  'cdr_csv',
  'cdr_custom',
  'cdr_manager',
  'cdr_odbc',
  'cdr_adaptive_odbc',
  'cdr_pgsql',
  'cdr_radius',
  'cdr_sqlite3_custom',
  'cdr_tds',
  'cel_custom',
  'cel_manager',
  'cel_odbc',
  'cel_pgsql',
  'cel_radius',
  'cel_sqlite3_custom',
  'cel_tds',
  'chan_iax2',
  'chan_mgcp',
  'chan_motif',
  'chan_ooh323',
  'chan_skinny',
  'chan_unistim',
  'func_odbc',
  'pbx_ael',
  'pbx_dundi',
  'pbx_lua',
  'pbx_realtime',
  'res_adsi',
  'res_calendar',
  'res_clialiases',
  'res_config_curl',
  'res_config_ldap',
  'res_config_odbc',
  'res_odbc',
  'res_phoneprov',
  'res_pjsip_config_wizard',
  // Nobody would read the messages of phones (SIP MESSAGE), so that phones get a refusal.
  'res_pjsip_messaging',
  'res_pjsip_phoneprov_provider',
  'res_prometheus',
  'res_snmp',
  'res_stir_shaken',
  'res_pjsip_stir_shaken',
  'res_stun_monitor',
  'res_xmpp',
]

/** Those that may sign the certificate of a provider. */
const AUTHORITIES_FILE = 'authorities.pem'

/** The files of an Asterisk for Switchboard, by their paths in the folder. */
export function renderAsteriskFiles(
  folder: string,
  parameters: AsteriskParameters,
): Readonly<Record<string, string | Buffer>> {
  checkAsteriskParameters(parameters)
  const { directories, user, password, udptl } = parameters
  const database = readPhoneDatabaseUrl(parameters.databaseUrl)
  const unused = database.engine === 'sqlite3' ? 'res_config_pgsql' : 'res_config_sqlite3'
  return {
    'asterisk.conf': section('directories', { astetcdir: folder, ...directories }, '=>'),
    'logger.conf': section('logfiles', { console: 'notice,warning,error' }, '=>'),
    'modules.conf': [
      section('modules', { autoload: 'yes' }),
      ...[...unwantedModules, unused].map((name) => `noload = ${name}.so\n`),
    ].join(''),
    'http.conf': renderHttp(parameters),
    'ari.conf':
      section('general', { enabled: 'yes', channelvars: TRUNK_VARIABLE }) +
      section(user, { type: 'user', password }),
    // By its web interface only: ARI tells neither wrong secrets nor registrations with providers. It also wants a port.
    'manager.conf':
      section('general', { enabled: 'yes', webenabled: 'yes', bindaddr: '127.0.0.1', port: 0 }) +
      section(user, {
        secret: password,
        read: 'security,system',
        write: 'system',
        eventfilter: SECURITY_EVENTS,
      }),
    'rtp.conf': renderRtp(parameters),
    'udptl.conf': section('general', { udptlstart: udptl.from, udptlend: udptl.to }),
    'extensions.conf': `${asteriskDialplan}${faxDialplan}\n#tryinclude "${HINTS_FILE}"\n`,
    // Without a tone, callers who have been answered hear nothing while the next phone rings.
    'indications.conf':
      section('general', { country: 'us' }) +
      section('us', {
        description: 'United States',
        ringcadence: '2000,4000',
        ring: '440+480/2000,0/4000',
      }),
    // Asterisk would take *8 for itself, before the dialplan.
    'features.conf': section('general', { pickupexten: '' }),
    'pjsip.conf': renderPjsip(parameters, join(folder, AUTHORITIES_FILE)),
    [AUTHORITIES_FILE]: [...rootCertificates, ...parameters.authorities].join('\n'),
    'musiconhold.conf': renderMusic(folder),
    'music/melody.sln': holdMusic(),
    'silence/silence.sln': silence(),
    'sorcery.conf': [
      section('res_pjsip', {
        endpoint: 'realtime,ps_endpoints',
        auth: 'realtime,ps_auths',
        aor: 'realtime,ps_aors',
        domain_alias: 'realtime,ps_domain_aliases',
      }),
      section('res_pjsip_endpoint_identifier_ip', { identify: 'realtime,ps_endpoint_id_ips' }),
      section('res_pjsip_outbound_registration', { registration: 'realtime,ps_registrations' }),
    ].join(''),
    ...renderDatabase(database),
  }
}

/** Phones connect to the TLS port by WebSocket. ARI is on that port, too, and asks for its password on both ports. */
function renderHttp({ http, sip, sipTls }: AsteriskParameters): string {
  const tls = sipTls?.webSocketPort && {
    tlsenable: 'yes',
    tlsbindaddr: formatAddress(sip.host, sipTls.webSocketPort),
    tlscertfile: sipTls.certFile,
    tlsprivatekey: sipTls.keyFile,
  }
  return section('general', { enabled: 'yes', bindaddr: http.host, bindport: http.port, ...(tls || {}) })
}

/** Operators can add classes in a file of their own, which is not overwritten. */
const renderMusic = (folder: string) =>
  [
    section('default', { mode: 'files', directory: `${folder}/music` }),
    section('none', { mode: 'files', directory: `${folder}/silence` }),
    '\n#tryinclude "musiconhold-own.conf"\n',
  ].join('')

function renderDatabase(database: PhoneDatabase): Record<string, string> {
  const tables = [...Object.keys(asteriskViews(database.engine)), CALLS_ALONE]
  const from = (name: string) =>
    section(
      'settings',
      {
        ...Object.fromEntries(tables.map((table) => [table, `${name},${table}`])),
        [HINTS_FILE]: `${name},hint_lines`,
      },
      '=>',
    )
  if (database.engine === 'sqlite3') {
    return {
      'extconfig.conf': from('sqlite3,phones'),
      // Without batch = 0 it reads in one long transaction, and never sees a new phone.
      'res_config_sqlite3.conf': section('phones', { dbfile: database.path, batch: 0, requirements: 'warn' }),
    }
  }
  return {
    'extconfig.conf': from(`pgsql,${database.database}`),
    'res_pgsql.conf': section('general', {
      dbhost: database.host,
      dbport: database.port,
      dbname: database.database,
      dbuser: database.user,
      dbpass: database.password,
      dbappname: 'asterisk',
      requirements: 'warn',
    }),
  }
}

/** rtp.conf: the ports for sound, and the addresses that browsers are told (ICE). */
function renderRtp({ rtp, nat }: AsteriskParameters): string {
  const ports = section('general', { rtpstart: rtp.from, rtpend: rtp.to })
  if (!nat) return ports
  const { external, localNets, ownAddresses } = nat
  const option = localNets.length > 0 ? ',include_local_address' : ''
  const replaced = ownAddresses
    .filter((own) => isIP(own) === isIP(external))
    .map((own) => [own, `${external}${option}`])
  if (replaced.length === 0) return ports
  return ports + section('ice_host_candidates', Object.fromEntries(replaced), '=>')
}

/** A soft melody of our own that repeats, for people on hold: samples of 16 bits at 8 kHz (signed linear). */
const holdMusic = (): Buffer => samples((index) => droneAt(index) + melodyAt(index))

/** A second without a sound. */
const silence = (): Buffer => Buffer.alloc(2 * RATE)

function samples(valueAt: (index: number) => number): Buffer {
  const file = Buffer.alloc(2 * RATE * SECONDS)
  for (let index = 0; index < RATE * SECONDS; index += 1) {
    file.writeInt16LE(Math.round(valueAt(index)), 2 * index)
  }
  return file
}

const wave = (hertz: number, index: number) => Math.sin((2 * Math.PI * hertz * index) / RATE)

const droneAt = (index: number) => drone.reduce((sum, hertz) => sum + DRONE_LOUDNESS * wave(hertz, index), 0)

/** Each note swells quickly and fades slowly. */
function melodyAt(index: number): number {
  const length = RATE / NOTES_PER_SECOND
  const at = (index % length) / length
  const loudness = MELODY_LOUDNESS * Math.min(1, at * 20) * (1 - at) ** 2
  return loudness * wave(melody[Math.floor(index / length) % melody.length]!, index)
}

/** pjsip.conf: the transports. Everything else is in the database. */
function renderPjsip({ sip, sipTls, nat }: AsteriskParameters, authoritiesFile: string): string {
  const outside = nat && {
    external_signaling_address: nat.external,
    external_media_address: nat.external,
  }
  const transport = (protocol: string, port: number, more: Record<string, string> = {}) =>
    section(
      protocol,
      { type: 'transport', protocol, bind: formatAddress(sip.host, port), ...outside, ...more },
      '=',
      { local_net: localNets(nat) },
    )
  return [
    section('global', {
      type: 'global',
      user_agent: 'Switchboard',
      default_realm: SIP_REALM,
      // Providers are known by their addresses.
      endpoint_identifier_order: 'username,ip',
      // A phone that is new to Asterisk is shown as registered once it has answered a query.
      max_initial_qualify_time: 1,
    }),
    transport('udp', sip.port),
    transport('tcp', sip.port),
    // Its port is that of the HTTP server.
    transport('ws', sip.port),
    // Trunks need it for their connections, also without a certificate. Then nobody can connect to it.
    transport('tls', sipTls?.port ?? Math.min(sip.port + 1, 65_535), {
      method: 'tlsv1_2',
      // Of providers. Phones show none.
      verify_server: 'yes',
      ca_list_file: authoritiesFile,
      ...(sipTls && { cert_file: sipTls.certFile, priv_key_file: sipTls.keyFile }),
    }),
    sipTls?.webSocketPort ? transport('wss', sipTls.webSocketPort) : '',
  ].join('')
}

/** Asterisk replaces its own addresses only if they are in a local network. Without any, it replaces all. */
function localNets(nat: AsteriskParameters['nat']): readonly string[] {
  if (!nat || nat.localNets.length === 0) return []
  const own = nat.ownAddresses.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)
  return [...nat.localNets, ...own]
}
