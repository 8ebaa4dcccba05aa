export default function Palette({ close }: { close: () => void }) {
  return <button type="button" onClick={close} />
}
