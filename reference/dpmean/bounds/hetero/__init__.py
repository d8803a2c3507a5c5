"""Error bounds of the paper `hetero`, where every user has her own epsilon."""
