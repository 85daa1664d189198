import { FileText, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatSize } from '../../ui/format-size.ts'
import styles from './file-drop.module.css'

interface FileDropProps {
  file: File | undefined
  onChoose: (file: File) => void
  error: string | undefined
  disabled: boolean
}

/** Takes a document by dropping or choosing. */
export function FileDrop({ file, onChoose, error, disabled }: FileDropProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  function take(files: FileList | null) {
    const [first] = files ?? []
    if (first && !disabled) onChoose(first)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this needs
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classNames(styles.drop, over && styles.over, error && styles.wrong)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <strong id={`${id}-label`}>{p.faxes.file}</strong>
      {file ? (
        <p className={styles.file}>
          <FileText aria-hidden="true" />
          {file.name} · {formatSize(file.size)}
        </p>
      ) : (
        <p className={styles.hint}>{p.faxes.dropHint}</p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.tif,.tiff,application/pdf,image/tiff"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <Button size="small" icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
        {file ? p.faxes.otherFile : p.faxes.chooseFile}
      </Button>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
