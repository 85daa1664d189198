import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'

/** A button to choose one file. The same file can be chosen again. */
export function FileButton({
  label,
  accept,
  size = 'medium',
  busy = false,
  onChoose,
}: {
  label: string
  accept: string
  size?: 'small' | 'medium'
  busy?: boolean
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button size={size} icon={<Upload />} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
