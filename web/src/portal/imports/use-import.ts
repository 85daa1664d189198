import { useEffect, useRef, useState } from 'react'
import type { Import, ImportReport } from '../../../../packages/client/src/generated/telephony-api.ts'
import { usePortal } from '../shell/portal-context.ts'
import { type ImportPreview, previewOf } from './import-preview.ts'
import { isJsonFile, sendImport } from './send-import.ts'

export type ImportStage =
  | { name: 'choosing'; error?: unknown }
  | { name: 'sending'; file: File; count?: number; part: number }
  | { name: 'checked'; file: File; report: ImportReport; preview: ImportPreview; error?: unknown }
  | { name: 'background'; id: string; preview: ImportPreview }
  | { name: 'done'; report: ImportReport; preview: ImportPreview }

/** A file is checked as soon as it is chosen, and imported when the person has seen what would happen. */
export function useImport(path: string, onImported: (report: ImportReport) => void) {
  const { client } = usePortal()
  const [stage, setStage] = useState<ImportStage>({ name: 'choosing' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  function send(file: File, dryRun: boolean, count?: number): Promise<ImportReport | Import> {
    const progress = (part: number) =>
      setStage({ name: 'sending', file, part, ...(count !== undefined && { count }) })
    progress(0)
    abort.current = new AbortController()
    return sendImport(client, path, file, { dryRun, onProgress: progress, signal: abort.current.signal })
  }
  async function check(file: File): Promise<void> {
    try {
      const report = (await send(file, true)) as ImportReport
      setStage({ name: 'checked', file, report, preview: previewOf(await file.text(), isJsonFile(file)) })
    } catch (error) {
      if (!abort.current?.signal.aborted) setStage({ name: 'choosing', error })
    }
  }
  async function run(): Promise<void> {
    if (stage.name !== 'checked') return
    const { file, preview, report: checked } = stage
    try {
      const report = await send(file, false, checked.total)
      if ('status' in report) return setStage({ name: 'background', id: report.id, preview })
      setStage({ name: 'done', report, preview })
      onImported(report)
    } catch (error) {
      setStage({ name: 'checked', file, preview, report: checked, error })
    }
  }
  return { stage, check, run, restart: () => setStage({ name: 'choosing' }) }
}
