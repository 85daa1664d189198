import { useEffect, useState } from 'react'
import { useChat } from '../state/workspace.ts'
import { type Emoji, loadEmoji } from './emoji-data.ts'

/** All emoji. Empty until the table is loaded, which starts with the first use. */
export function useEmoji(): readonly Emoji[] {
  const own = useChat((state) => state.emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  useEffect(() => {
    let gone = false
    void loadEmoji(own).then((emoji) => {
      if (!gone) setAll(emoji)
    })
    return () => {
      gone = true
    }
  }, [own])
  return all
}
