import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'

export function UploadButton({
  onFiles,
  disabled,
}: {
  onFiles: (files: readonly File[]) => void
  disabled: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t.compose.upload} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.compose.files}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
