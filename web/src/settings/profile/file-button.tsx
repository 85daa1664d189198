import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'

/** Lets a person choose one file. */
export function FileButton({
  label,
  accept,
  onChoose,
}: {
  label: string
  accept: string
  onChoose: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" icon={<Upload />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file may be chosen again.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
