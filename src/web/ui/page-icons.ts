/** Icons of the palette and of pinned pages only. */
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
