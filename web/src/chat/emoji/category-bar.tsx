import {
  Building2,
  Clock3,
  Flag,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
  User,
  UtensilsCrossed,
} from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './emoji-picker.module.css'
import type { EmojiSection, SectionName } from './emoji-sections.ts'

const icons: Record<Exclude<SectionName, 'found'>, LucideIcon> = {
  recent: Clock3,
  own: Building2,
  'Smileys & Emotion': Smile,
  'People & Body': User,
  'Animals & Nature': PawPrint,
  'Food & Drink': UtensilsCrossed,
  'Travel & Places': Plane,
  Activities: Trophy,
  Objects: Lightbulb,
  Symbols: Hash,
  Flags: Flag,
}

interface CategoryBarProps {
  sections: readonly EmojiSection[]
  onChoose: (name: SectionName) => void
}

/** Goes to a category. */
export function CategoryBar({ sections, onChoose }: CategoryBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={t.emoji.categories}>
      {sections.map(({ name }) => {
        if (name === 'found') return null
        const Icon = icons[name]
        return (
          <IconButton key={name} label={t.emoji.sections[name]} onClick={() => onChoose(name)}>
            <Icon />
          </IconButton>
        )
      })}
    </div>
  )
}
