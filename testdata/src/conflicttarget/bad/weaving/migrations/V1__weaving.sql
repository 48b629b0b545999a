CREATE TABLE `loom_orders` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `customer` varchar(64) NOT NULL,
  `reference` varchar(64) NOT NULL,
  `metres` int NOT NULL,
  PRIMARY KEY (`id`),
  KEY `idx_reference` (`customer`, `reference`)
) ENGINE=InnoDB;

CREATE TABLE `loom_stock` (
  `id` int NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `yarn` varchar(32) NOT NULL,
  `colour` varchar(32) NOT NULL,
  `grams` int NOT NULL
) ENGINE=InnoDB;

CREATE TABLE `loom_settings` (
  `id` int NOT NULL AUTO_INCREMENT,
  `loom` int NOT NULL,
  `speed` int NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
