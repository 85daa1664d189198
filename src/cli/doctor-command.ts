import { ConfigError } from '../config/config.ts'
import type { Finding } from '../server/doctor/finding.ts'
import { command } from './command.ts'
import { requireDataFolder } from './require-data-folder.ts'

const marks: Record<Finding['level'], string> = {
  ok: 'ok',
  warning: 'warning',
  problem: 'PROBLEM',
  skipped: '-',
}

export const doctorCommand = command({
  usage: '[--as ADDRESS] [--mail-to ADDRESS] [--mail-stream NAME] [--json]',
  arguments: [],
  options: {
    as: { type: 'string' },
    'mail-to': { type: 'string' },
    'mail-stream': { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values: { as, 'mail-to': mailTo, 'mail-stream': mailStream, json = false } }, config) {
    requireDataFolder(config.dataDir)
    const { runDoctor } = await import('../server/doctor/run-doctor.ts')
    const all: (Finding & { check: string })[] = []
    await runDoctor(config, { as, mailTo, mailStream }, (check, findings) => {
      all.push(...findings.map((finding) => ({ check, ...finding })))
      if (!json) for (const finding of findings) console.log(describe(check, finding))
    })
    if (json) console.log(JSON.stringify(all, undefined, 2))
    const problems = all.filter(({ level }) => level === 'problem').length
    if (problems > 0)
      throw new ConfigError(problems === 1 ? 'There is a problem.' : `There are ${problems} problems.`)
  },
})

function describe(check: string, { level, text, remedy }: Finding): string {
  const line = `${marks[level].padEnd(8)} ${`${check}:`.padEnd(14)} ${text}`
  return remedy === undefined ? line : `${line}\n${' '.repeat(24)}${remedy}`
}
