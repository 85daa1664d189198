/**
 * The parts of the test suite, in the order in which they run: the most valuable first. `npm test` runs those of level
 * `usual`, `npm run test:all` those of level `rest` as well, `npm run test:quick` that of level `quick`.
 *
 * - paths: test files, and folders of them; `except` takes some away
 * - engine: the only database on which the tests run; without it they run on both
 * - workers: more than two for tests that mostly wait (for phones, for timeouts)
 * - waits: runs beside the parts that compute, and comes first when both want a processor
 * - needs: programs without which the part is left out (see debian-packages.js)
 * - minutes: by how much it makes a run longer, on two quiet cores: half its processor time
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { browsers, isInstalled } from './debian-packages.js'

const root = resolve(import.meta.dirname, '..')

/** Tests of the web app without a browser. */
const webUnits = named('test/web', [
  'build-rows emoji-sections extension-fields list-position narrow parse-search plural-of web-architecture',
  'web-state-equals-events',
])

/** Signing in, sending, reading and searching, each section of the phones once, and axe on every page. */
const usualBrowserTests = named('test/web', [
  'every-page chat-first-load chat-sign-in chat-sending chat-messages chat-reading chat-search',
  'hidden-from-the-page portal-entrance portal-trunks portal-carrier portal-locations portal-routing',
  'portal-live portal-texting one-status',
])

/** One file for each area: accounts, calls, trunks, greetings, voicemail, faxes, attacks. */
const usualPhoneTests = [
  ...named('test/telephony/asterisk', [
    'configuration registering calling strangers outside emergency greetings menus mailbox trunks',
  ]),
  'test/telephony/carrier',
]

/** Who sees what, and the state of clients: like the contract, they run on one engine at a time. */
const contract = [
  'test/contract',
  'test/permissions',
  ...named('test/journeys', ['who-must-not-see state-equals-events closed-doors/closed-doors']),
]

/** The first start, the commands of the README, the end of a server. */
const usualJourneys = named('test/journeys', ['new-installation stopped-server readme serving'])

/** Programs that are started, killed or given much to do: each of these files takes as long as fifty others. */
const slowContract = named('test/contract', [
  'messages/slow-markdown messages/narrow-search-fuzz import/import-command export/export-command',
  'telephony/faxes/fax-crash telephony/faxes/fair-conversions telephony/faxes/fax-header',
  'telephony/faxes/fax-retries telephony/faxes/fax-to-mail',
  'telephony/http/whole-objects telephony/webhooks/webhook-nodes',
])

/** Each sample of the documentation and each example bot is a process. */
const slowClientTests = named('test/client', ['bots docs-samples'])

/** Benchmarks in their smallest size, the build of a changed source, and thousands of messages. */
const slowRules = named('test', ['bench build model/volume'])

/** Files that take long run first, so that none of them is left when everything else is done. */
export const longFiles = [
  ...slowRules,
  ...named('test', ['model/scenarios model/scenarios-on-postgres model/model']),
  ...named('test/client', ['docs-samples bots chat-client telephony-client']),
  ...named('test/journeys', [
    'secret-key-rotation pbx-crash cli user-commands import-crash serving readme',
    'closed-doors/closed-doors state-equals-events',
  ]),
  ...named('test/permissions', ['chat-permissions telephony-permissions']),
  ...named('test/contract', [
    'import/own-archive messages/move-many sign-in/known-devices',
    'telephony/access/lost-access telephony/faxes/mail-to-fax telephony/imports/background-imports',
  ]),
  ...named('test/telephony/asterisk', [
    'fax-crash fax registering trunks outside reaching greeting-keys faults imports calling',
  ]),
  ...named('test/faults', ['hung-node postgres-restored kill-three-nodes kill-one-node clock-jumps']),
  ...named('test/deploy', ['balancers']),
  ...named('test/web', ['every-page every-list every-chat-view chat-messages chat-reading']),
  ...named('test/web', ['hidden-from-the-page chat-sending']),
]

export const suites = [
  {
    level: 'quick',
    name: 'units and the core of both APIs, on SQLite',
    paths: [
      'src',
      'test/architecture.test.ts',
      'test/districts.test.ts',
      'test/openapi.test.ts',
      ...['messages', 'reactions', 'streams', 'subscriptions', 'topics', 'users'].map(
        (area) => `test/contract/${area}`,
      ),
      'test/contract/telephony/contacts',
      'test/contract/telephony/extensions',
    ],
    except: slowContract,
    engine: 'SQLite',
    workers: 2,
    minutes: 1.2,
  },
  {
    level: 'usual',
    name: 'units and rules',
    paths: ['src', ...rulesOf('test'), ...webUnits, 'test/interoperability', 'test/client'],
    except: [...slowClientTests, ...slowRules],
    workers: 2,
    minutes: 1,
  },
  {
    level: 'usual',
    name: 'the contract and the permissions, on SQLite',
    paths: contract,
    except: slowContract,
    engine: 'SQLite',
    workers: 3,
    minutes: 3.3,
  },
  {
    level: 'usual',
    name: 'the model of the chat, and chosen journeys',
    paths: ['test/model', ...usualJourneys],
    except: slowRules,
    workers: 2,
    minutes: 2,
  },
  {
    level: 'usual',
    name: 'chosen phones with Asterisk, and carriers',
    paths: usualPhoneTests,
    workers: 4,
    waits: true,
    minutes: 1,
  },
  {
    level: 'usual',
    name: 'several servers, and benchmarks in their smallest size',
    paths: ['test/nodes', 'test/bench.test.ts'],
    workers: 3,
    waits: true,
    needs: ['redis-server'],
    minutes: 1.9,
  },
  {
    level: 'usual',
    name: 'chosen browser tests',
    paths: usualBrowserTests,
    workers: 2,
    waits: true,
    needs: ['browser'],
    minutes: 2.5,
  },
  {
    level: 'rest',
    name: 'the contract and the permissions, on PostgreSQL',
    paths: contract,
    except: slowContract,
    engine: 'PostgreSQL',
    workers: 2,
    minutes: 7,
  },
  {
    level: 'rest',
    name: 'the other journeys, and samples of the documentation',
    paths: ['test/journeys', ...slowClientTests],
    except: [...usualJourneys, ...contract],
    workers: 2,
    minutes: 3.8,
  },
  {
    level: 'rest',
    name: 'the other phones with Asterisk',
    paths: ['test/telephony'],
    except: usualPhoneTests,
    workers: 4,
    waits: true,
    minutes: 1.6,
  },
  { level: 'rest', name: 'faults', paths: ['test/faults'], workers: 2, minutes: 4.5 },
  { level: 'rest', name: 'deployment', paths: ['test/deploy'], workers: 2, waits: true, minutes: 1.2 },
  {
    level: 'rest',
    name: 'the other browser tests',
    paths: ['test/web'],
    except: [...webUnits, ...usualBrowserTests],
    workers: 2,
    waits: true,
    needs: ['browser'],
    minutes: 9,
  },
  {
    level: 'rest',
    name: 'fuzzing, the build, and the slow tests of the contract',
    paths: ['test/fuzz', ...slowContract, ...slowRules],
    except: ['test/bench.test.ts'],
    workers: 2,
    minutes: 4,
  },
]

/** The files of a part. On the second engine only those that differ by engine run again. */
export function filesOf({ paths, except = [], engine }) {
  const isAt = (file, path) => file === path || file.startsWith(`${path}/`)
  return testFiles()
    .filter((file) => paths.some((path) => isAt(file, path)) && !except.some((path) => isAt(file, path)))
    .filter((file) => engine !== 'PostgreSQL' || readFileSync(join(root, file), 'utf8').includes('engines'))
}

/** Test files that run in no part, and what the table names that does not exist: both are mistakes in the table. */
export function mistakesInSuites() {
  const parts = suites.filter(({ level }) => level !== 'quick')
  const files = new Set(parts.flatMap(filesOf))
  const forgotten = testFiles().filter((file) => !files.has(file))
  const unknown = [...longFiles, ...suites.flatMap(({ paths, except = [] }) => [...paths, ...except])].filter(
    (path) => !testFiles().some((file) => file === path || file.startsWith(`${path}/`)),
  )
  return [...forgotten.map((file) => `no part has ${file}`), ...unknown.map((path) => `there is no ${path}`)]
}

/** Which of the programs that a part needs are missing. */
export const missingFor = ({ needs = [] }) =>
  needs
    .filter((program) => (program === 'browser' ? !browsers.some(isInstalled) : !isInstalled(program)))
    .map((program) => (program === 'browser' ? browsers[0] : program))

let found
function testFiles() {
  found ??= ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/containers/'))
    .sort()
  return found
}

function rulesOf(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}

function named(folder, lists) {
  return lists.flatMap((list) => list.split(' ')).map((name) => `${folder}/${name}.test.ts`)
}
