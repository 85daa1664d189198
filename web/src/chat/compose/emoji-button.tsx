import { Smile } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { EmojiPicker } from '../emoji/emoji-picker.tsx'

export function EmojiButton({ onPick, disabled }: { onPick: (text: string) => void; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor}>
        <IconButton
          label={t.compose.emoji}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        >
          <Smile />
        </IconButton>
      </span>
      {isOpen && (
        <Popover anchor={anchor} label={t.compose.emoji} onClose={() => setOpen(false)}>
          <EmojiPicker
            onPick={({ name }) => {
              setOpen(false)
              onPick(`:${name}: `)
            }}
          />
        </Popover>
      )}
    </>
  )
}
