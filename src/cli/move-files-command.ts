import { type Config, ConfigError } from '../config/config.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const moveFilesCommand = command({
  usage: '--to s3 | --to local',
  arguments: [],
  options: { to: { type: 'string' } },
  async run({ values: { to } }, config) {
    if (to !== 's3' && to !== 'local') throw new UsageMistake('--to must be s3 or local.')
    if (config.objectStore === undefined) {
      throw new ConfigError('S3_BUCKET is not set. The settings name the bucket in both directions.')
    }
    if (to === 's3') return move(config, 'to the bucket')
    const { whileNoServerRuns } = await import('../server/maintenance/while-no-server-runs.ts')
    await whileNoServerRuns(config, () => move(config, 'from the bucket'))
  },
})

async function move(config: Config, direction: 'to the bucket' | 'from the bucket'): Promise<void> {
  await withProducts(config, async (products) => {
    const { moveFiles } = await import('../server/maintenance/move-files.ts')
    const { files, bytes } = await moveFiles(products, config, direction, (line) => console.error(line))
    const bucket = config.objectStore!.bucket
    console.log(
      direction === 'to the bucket'
        ? `Moved ${files} files, ${bytes} bytes, into the bucket ${bucket}. Each was read back and compared.`
        : `Copied ${files} files, ${bytes} bytes, out of the bucket ${bucket}. Each was read back and compared.\n` +
            'Remove the S3 settings, then start the server. The bucket was not changed.',
    )
  })
}
