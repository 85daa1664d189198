import { totalOf } from '../cpu-time.ts'
import type { Row, Table } from '../report.ts'
import type { Results } from '../write-results.ts'

/** A figure of the calculation, and where it comes from. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** the benchmark, or why it is only assumed */
  source: string
}

export type Figures = ReturnType<typeof takeFigures>

const CPU_TIME = 'µs of CPU time'

export function takeFigures(results: Results) {
  const tables = Object.entries(results).flatMap(([bench, { tables }]) =>
    tables.map((table) => ({ bench, ...table })),
  )
  const rows = Object.values(results).flatMap((result) => result.rows)
  const rowOf = (start: string) => rows.find(({ question }) => question.startsWith(start))
  const growth = (name: string, what: string, operation: string, assumed: number): Figure => {
    const table = tables.find(({ title }) => title.startsWith(`Growth by ${what}`))
    const cells = table?.rows.find(([first]) => first === operation)?.slice(1, -1) ?? []
    const at = cells.findLastIndex((cell) => cell.includes('µs'))
    const source = `bench ${table?.bench}, at ${table?.head[at + 1]} ${what}`
    return figure(name, numberIn(cells[at]), CPU_TIME, source, assumed)
  }
  const onPostgres = costIn(rowOf('send of the web app on PostgreSQL (durable)'))
  return {
    send: figure(
      'a send',
      onPostgres?.server,
      CPU_TIME,
      'bench send, the send of the web app on PostgreSQL',
      600,
    ),
    sendOfPostgres: figure(
      'the same in PostgreSQL',
      onPostgres?.postgres,
      CPU_TIME,
      'bench send, the send of the web app on PostgreSQL',
      300,
    ),
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
      'streams: the same for each delivery',
      40,
    ),
    /** sends per second of one organization on PostgreSQL */
    ceiling: figure(
      'sends of one organization',
      rowOf('sends of one organization on PostgreSQL')?.figure,
      'a second',
      'bench nodes, as many as possible on PostgreSQL',
      2000,
    ),
    memory: figure(
      'memory of a connected client',
      rowOf('memory of a waiting stream')?.figure,
      'KB',
      'bench memory, on the stream',
      20,
    ),
    /** active people that one process holds in the realistic mix */
    mix: figure('active people that one process holds', heldIn(tables), '', 'bench mix, on SQLite', 2500),
  }
}

function figure(
  name: string,
  value: number | undefined,
  unit: string,
  source: string,
  assumed: number,
): Figure {
  return value === undefined || Number.isNaN(value)
    ? { name, value: assumed, unit, source: '**assumed**: this benchmark has not been run' }
    : { name, value, unit, source }
}

function costIn(row: Row | undefined): { server: number; postgres: number } | undefined {
  if (!row?.cost) return undefined
  const postgres = row.cost.PostgreSQL ?? 0
  return { server: totalOf(row.cost) - postgres, postgres }
}

function heldIn(tables: readonly Table[]): number | undefined {
  const table = tables.find(({ title }) => title.startsWith('Realistic mix, clients on the stream'))
  const at = table?.head.indexOf('held') ?? -1
  return numberIn(table?.rows.filter((row) => row[at] === 'yes').at(-1)?.[0])
}

/** The first number of a cell: `1,234 µs, 5.6 ms` is 1234. */
function numberIn(cell: string | undefined): number | undefined {
  const text = /[\d,]+(\.\d+)?/.exec(cell ?? '')?.[0]
  return text === undefined ? undefined : Number(text.replaceAll(',', ''))
}
