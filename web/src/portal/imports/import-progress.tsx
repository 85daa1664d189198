import { p } from '../../texts/portal-texts.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { LoadingState } from '../../ui/view-states.tsx'

/** Measurable while the file uploads, indeterminate while the server processes it. */
export function ImportProgress({ file, count, part }: { file: File; count?: number; part: number }) {
  return (
    <>
      <LoadingState
        label={count === undefined ? p.imports.checking(file.name) : p.imports.importing(count)}
      />
      <ProgressBar label={p.imports.sending} value={part} />
      {count !== undefined && <p>{p.imports.working}</p>}
    </>
  )
}
