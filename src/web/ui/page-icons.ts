/** Icons that only the palette and pinned pages show. */
export {
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconCoin,
  IconCreditCard,
  IconFileDescription,
  IconHeartHandshake,
  IconListCheck,
  IconTemplate,
  IconWallet,
} from '@tabler/icons-react'
