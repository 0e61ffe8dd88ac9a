/**
 * npm run bench:faults -- WHAT [options]: kills processes again and again while they work, then checks that everything
 * acknowledged exists exactly once. WHAT is one of the files below, each of which describes its options.
 */
const parts = ['embedded', 'mail', 'money', 'receipts', 'statements', 'work', 'workers']

const [part = ''] = process.argv.splice(2, 1)
if (!parts.includes(part)) {
  console.error(`npm run bench:faults -- ${parts.join(' | ')}`)
  process.exit(2)
}
await import(`./${part}.ts`)
