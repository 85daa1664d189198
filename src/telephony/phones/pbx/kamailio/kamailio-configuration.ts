import { answeringCalls } from './answering-calls.ts'
import { answeringManagement } from './answering-management.ts'
import { answeringRequests } from './answering-requests.ts'
import { type KamailioDatabase, spellForKamailio } from './kamailio-database-url.ts'
import {
  checkKamailioParameters,
  formatSocketAddress,
  type KamailioParameters,
} from './kamailio-parameters.ts'

const modules = [
  ...['jsonrpcs', 'kex', 'corex', 'tm', 'tmx', 'sl', 'rr', 'pv', 'maxfwd', 'textops', 'siputils', 'sanity'],
  ...['xlog', 'usrloc', 'registrar', 'auth', 'auth_db', 'dialog', 'xhttp', 'htable', 'evapi'],
]

/** Renders kamailio.cfg. It contains no domains: they come from the rows of the table `subscriber`. */
export function renderKamailioConfiguration(parameters: KamailioParameters): string {
  checkKamailioParameters(parameters)
  const database = spellForKamailio(parameters.databaseUrl)
  const sip = formatSocketAddress(parameters.sip)
  return `#!KAMAILIO
# Written by Switchboard. Changes by hand are lost when it is written anew.

debug=1
log_stderror=yes
children=4
tcp_children=4
auto_aliases=no
server_signature=no
# Requests by HTTP need not say how long they are.
tcp_accept_no_cl=yes
# A list of all registrations is longer than what is kept by default for a slow reader.
tcp_conn_wq_max=16777216
tcp_wq_max=67108864

listen=udp:${sip}
listen=tcp:${sip}
listen=tcp:${formatSocketAddress(parameters.rpc)}

loadmodule "${database.module}"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}

${settings(parameters, database)}
${answeringRequests(parameters)}
${answeringCalls}
${answeringManagement(parameters)}`
}

type Setting = [module: string, name: string, value: string | number]

/** How long an unresponsive database may delay calls, which do not need it. */
const postgresSettings: Setting[] = [
  ['db_postgres', 'timeout', 3],
  ['db_postgres', 'retries', 1],
  ['db_postgres', 'tcp_keepalive', 30],
]

function settings(parameters: KamailioParameters, database: KamailioDatabase): string {
  const { shortestRegistrationSeconds: shortest } = parameters
  const values: Setting[] = [
    ...(database.module === 'db_postgres.so' ? postgresSettings : []),
    // HTTP only: no command sockets in a world-writable folder.
    ['jsonrpcs', 'transport', 1],
    ['auth_db', 'db_url', database.url],
    // The table stores an MD5 of number, domain and secret, never the secret itself.
    ['auth_db', 'calculate_ha1', 0],
    ['auth_db', 'password_column', 'ha1'],
    ['auth_db', 'use_domain', 1],
    // Unused, but is_subscriber() needs a column.
    ['auth_db', 'load_credentials', 'username'],
    ['auth', 'nonce_expire', 60],
    // A challenge is good only for the address that it was sent to: else wrong answers could be sent under a
    // false address, to have somebody else locked out.
    ['auth', 'auth_checks_register', 8],
    ['auth', 'auth_checks_no_dlg', 8],
    ['usrloc', 'use_domain', 1],
    // Registrations are in memory. They expire quickly, so that phones re-register soon after a restart.
    ['usrloc', 'db_mode', 0],
    ['usrloc', 'timer_interval', 2],
    ['usrloc', 'handle_lost_tcp', 1],
    ['registrar', 'min_expires', shortest],
    ['registrar', 'default_expires', 300],
    ['registrar', 'max_expires', 600],
    ['registrar', 'max_contacts', 5],
    ['rr', 'enable_full_lr', 1],
    ['rr', 'append_fromtag', 1],
    ['dialog', 'db_mode', 0],
    ['evapi', 'bind_addr', formatSocketAddress(parameters.events)],
    ['evapi', 'netstring_format', 1],
    // The counter expires after a minute, even if the guessing continues.
    ['htable', 'htable', 'guesses=>size=12;autoexpire=60;updateexpire=0;initval=0;'],
    ['htable', 'htable', 'revoked=>size=8;autoexpire=60;initval=0;'],
  ]
  return values
    .map(([module, name, value]) => {
      return `modparam("${module}", "${name}", ${typeof value === 'number' ? value : `"${value}"`})\n`
    })
    .join('')
}
