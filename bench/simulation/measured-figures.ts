import type { Table } from '../report.ts'
import type { Results } from '../results.ts'

/** A figure of the calculation, and where it comes from. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** the bench, or why it is only assumed */
  source: string
}

export interface Figures {
  send: Figure
  fetchNewest: Figure
  fetchAnywhere: Figure
  search: Figure
  delivery: Figure
  /** sends per second of one organization on PostgreSQL */
  lane: Figure
  memory: Figure
  /** active people that one process holds in the realistic mix */
  mix: Figure
  /** of sends on PostgreSQL, relative to SQLite, on which the others are measured */
  postgresFactor: Figure
}

const MICROSECONDS = 'µs of CPU time'

export function takeFigures(results: Results): Figures {
  const tables = Object.entries(results).flatMap(([bench, { tables }]) =>
    tables.map((table) => ({ bench, ...table })),
  )
  const growth = (name: string, what: string, operation: string, otherwise: number): Figure => {
    const table = tables.find(({ title }) => title.startsWith(`Growth by ${what}`))
    const cells = table?.rows.find(([first]) => first === operation)?.slice(1, -1) ?? []
    const at = cells.findLastIndex((cell) => cell.includes('µs'))
    const size = table?.head[at + 1]
    return figure(
      name,
      numberIn(cells[at]),
      MICROSECONDS,
      `bench ${table?.bench}, at ${size} ${what}`,
      otherwise,
    )
  }
  const peers = (engine: string, column: string) =>
    numberIn(cellOf(tables, 'Peers', `Switchboard on ${engine}`, column))
  const [onPostgres, onSqlite] = [peers('PostgreSQL', 'stored'), peers('SQLite', 'stored')]
  const factor = onPostgres && onSqlite && Math.max(1, onSqlite / onPostgres)
  return {
    send: growth('a send', 'stored messages', 'send', 300),
    fetchNewest: growth('a fetch of the newest 100', 'stored messages', 'fetch newest 100 of a stream', 400),
    fetchAnywhere: growth(
      'a fetch of 100 anywhere',
      'stored messages',
      'fetch 100 anywhere in a stream',
      800,
    ),
    search: growth('a search', 'stored messages', 'search for a common word', 5000),
    delivery: growth(
      'a delivery over the stream',
      'waiting clients',
      'streams: the same for each that it is delivered to',
      40,
    ),
    lane: figure(
      'sends of one organization',
      onPostgres,
      'a second',
      'bench peers, Switchboard on PostgreSQL',
      2000,
    ),
    memory: figure(
      'memory of a connected client',
      peers('PostgreSQL', 'memory a client'),
      'KB',
      'bench peers, Switchboard on PostgreSQL',
      20,
    ),
    mix: figure('active people that one process holds', heldIn(tables), '', 'bench mix, on SQLite', 2500),
    postgresFactor: figure(
      'a send on PostgreSQL, relative to SQLite',
      factor,
      'times',
      'bench peers, messages stored',
      2,
    ),
  }
}

function figure(
  name: string,
  value: number | undefined,
  unit: string,
  source: string,
  otherwise: number,
): Figure {
  return value === undefined || Number.isNaN(value)
    ? { name, value: otherwise, unit, source: '**assumed**: this bench has not been run' }
    : { name, value, unit, source }
}

type Tables = readonly (Table & { bench: string })[]

function cellOf(tables: Tables, title: string, row: string, column: string): string | undefined {
  const table = tables.find((one) => one.title.startsWith(title))
  const at = table?.head.indexOf(column) ?? -1
  return at < 0 ? undefined : table?.rows.find(([first]) => first === row)?.[at]
}

function heldIn(tables: Tables): number | undefined {
  const table = tables.find(({ title }) => title.startsWith('Realistic mix, clients on the stream'))
  const at = table?.head.indexOf('held') ?? -1
  return numberIn(table?.rows.filter((row) => row[at] === 'yes').at(-1)?.[0])
}

/** The first number of a cell: `1,234 µs, 5.6 ms` is 1234. */
function numberIn(cell: string | undefined): number | undefined {
  const text = /[\d,]+(\.\d+)?/.exec(cell ?? '')?.[0]
  return text === undefined ? undefined : Number(text.replaceAll(',', ''))
}
