import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in seconds, by thread of a server or by process. */
export type CpuTime = Readonly<Record<string, number>>

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100
/** Parts below this share of the whole are not shown. */
const MIN_SHARE = 0.02

/** CPU time of a process with all its threads, and of its children, running and ended, in seconds. */
export function cpuSecondsOf(pid: number): number {
  return family(pid).reduce((sum, member) => sum + secondsIn(`/proc/${member}/stat`, 4), 0)
}

/** The same by thread. What the named threads have not used, libuv and the garbage collector have. */
export function cpuTimeByThread(pid: number, names: ReadonlyMap<number, string>): CpuTime {
  const found: Record<string, number> = { main: secondsIn(`/proc/${pid}/task/${pid}/stat`, 2) }
  for (const [tid, name] of names) {
    found[name] = (found[name] ?? 0) + secondsIn(`/proc/${pid}/task/${tid}/stat`, 2)
  }
  return { ...found, 'other threads': secondsIn(`/proc/${pid}/stat`, 2) - totalOf(found) }
}

export const totalOf = (cpu: CpuTime) => Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0)

/** What each of `count` operations cost, in microseconds. */
export function costOf(before: CpuTime, after: CpuTime, count: number): CpuTime {
  const parts = Object.entries(after).map(([name, seconds]) => {
    return [name, Math.max(0, ((seconds - (before[name] ?? 0)) * 1e6) / count)] as const
  })
  return Object.fromEntries(parts)
}

export const microseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`

/** `412 µs (main 240, chat writer 130, other threads 42)` */
export function describeCost(cost: CpuTime): string {
  const total = totalOf(cost)
  const parts = Object.entries(cost)
    .filter(([, value]) => value >= total * MIN_SHARE && value > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name, value]) => `${name} ${Math.round(value).toLocaleString('en')}`)
  return parts.length > 1 ? `${microseconds(total)} (${parts.join(', ')})` : microseconds(total)
}

/** Memory of a process in megabytes, without what it shares with others. */
export const memoryOf = (pid: number) => kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m) / 1024

/** The same of a process with its children. */
export const memoryOfAll = (pid: number) => family(pid).reduce((sum, member) => sum + memoryOf(member), 0)

export const peakMemoryOf = (pid: number) => kilobytes(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m) / 1024

const kilobytes = (path: string, pattern: RegExp) => Number(pattern.exec(read(path) ?? '')?.[1] ?? 0)

/** In the program and in the kernel, then the same of children that have ended. */
function secondsIn(path: string, fields: 2 | 4): number {
  const ticks = fieldsOf(path).slice(11, 11 + fields)
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

function family(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(fieldsOf(`/proc/${name}/stat`)[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const members = [pid]
  for (const member of members) members.push(...(children.get(member) ?? []))
  return members
}

/** The name of the program, which comes first, may contain spaces. */
function fieldsOf(path: string): string[] {
  const stat = read(path) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** undefined: the process or thread has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
