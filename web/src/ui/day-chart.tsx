import styles from './day-chart.module.css'

interface DayBar {
  date: string
  /** From the bottom to the top. */
  values: readonly number[]
  /** What the bar says in words. */
  text: string
}

interface DayChartProps {
  label: string
  /** What the parts of a bar mean. */
  legend: readonly string[]
  days: readonly DayBar[]
}

/** A bar for each day. The table below has the same numbers. */
export function DayChart({ label, legend, days }: DayChartProps) {
  const most = Math.max(1, ...days.map(({ values }) => sum(values)))
  return (
    <figure className={styles.chart}>
      <figcaption>
        {label}
        {legend.length > 1 && (
          <span className={styles.legend}>
            {legend.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </span>
        )}
      </figcaption>
      <ol className={styles.days}>
        {days.map(({ date, values, text }) => (
          <li key={date} title={text}>
            <span className={styles.hidden}>{text}</span>
            <span className={styles.bar} aria-hidden="true">
              {legend.map((name, index) => (
                <span key={name} style={{ height: `${(100 * (values[index] ?? 0)) / most}%` }} />
              ))}
            </span>
            <span className={styles.date} aria-hidden="true">
              {date.slice(8)}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
