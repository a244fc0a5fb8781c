//! The bot: friends play historic chess variants where they already talk.
