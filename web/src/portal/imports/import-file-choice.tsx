import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './import-dialog.module.css'

export function ImportFileChoice({ kind, onChoose }: { kind: ImportKind; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  return (
    <>
      <p>{p.imports.intro[kind]}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className={classNames(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet />
        <Button look="primary" icon={<Upload />} onClick={() => input.current?.click()}>
          {p.imports.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file may be chosen again after it was corrected.
            event.target.value = ''
            if (file) onChoose(file)
          }}
        />
        <span>{p.imports.drop}</span>
      </div>
      <p className={styles.hint}>{p.imports.formats}</p>
      <div className={styles.template}>
        <a
          className={styles.download}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateOf(kind))}`}
          download={p.imports.templateName[kind]}
        >
          <Download /> {p.imports.template}
        </a>
        <details>
          <summary>{p.imports.columns}</summary>
          <p className={styles.columns}>
            {columnNames(kind).map((name) => (
              <code key={name}>{name}</code>
            ))}
          </p>
        </details>
      </div>
    </>
  )
}

type ImportKind = 'contacts' | 'extensions'

/** What people usually fill in; the server knows more columns. */
const columns: Record<ImportKind, readonly [name: string, example: string][]> = {
  contacts: [
    ['first_name', 'Grace'],
    ['last_name', 'Hopper'],
    ['email', 'grace.hopper@example.com'],
    ['title', 'Engineer'],
    ['phone_work', '+12025550123'],
    ['phone_mobile', ''],
    ['timezone', 'America/New_York'],
    ['street', 'Main Street'],
    ['building_number', '12'],
    ['city', 'Arlington'],
    ['state', 'VA'],
    ['zip', '22201'],
    ['country', 'US'],
  ],
  extensions: [
    ['number', '2001'],
    ['name', 'Front desk'],
    ['email', ''],
    ['location', ''],
    ['purpose', 'ip-phone'],
    ['description', 'In the lobby'],
    ['voicemail_enable', 'yes'],
    ['voicemail_email', 'front.desk@example.com'],
  ],
}

const columnNames = (kind: ImportKind) => columns[kind].map(([name]) => name)

/** A table to begin with: the header and one row as an example. */
function templateOf(kind: ImportKind): string {
  const example = columns[kind].map(([, value]) => value)
  return `${columnNames(kind).join(',')}\r\n${example.join(',')}\r\n`
}
