import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for everybody. */
const TICKS_PER_SECOND = 100

/** Processor time of a process, all its threads and its children, also of those that have ended, in seconds. */
export function processorSeconds(pid: number): number {
  return family(pid).reduce((sum, member) => sum + ownSeconds(member), 0)
}

/** Memory of processes and their children in megabytes; what several of them share counts once. */
export function memoryOf(pids: readonly number[]): number {
  const members = new Set(pids.flatMap(family))
  return [...members].reduce((sum, member) => sum + proportionalKilobytes(member), 0) / 1024
}

function ownSeconds(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return 0
  // The name of the program may hold anything; what follows it does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Its own, then that of children that have ended: in the program and in the kernel.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}

function proportionalKilobytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0)
}

function family(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    if (stat === undefined) continue
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const members = [pid]
  for (const member of members) members.push(...(children.get(member) ?? []))
  return members
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
